"""The reference gives PyTorch's outputs on two real layers; every row carries its right label."""

import numpy as np
import pytest

import ffn_ref
from ffn_data import minilm_layer, rows, smollm2_layer
from scripts.real_layers.differences import row_error

LOADERS = {"minilm": minilm_layer, "smollm2": smollm2_layer}


@pytest.fixture(params=LOADERS)
def load(request):
    return LOADERS[request.param]


def gelu_layer(layer, activation=ffn_ref.gelu):
    return ffn_ref.ffn(layer.x, layer.W1, layer.W2, layer.b1, layer.b2, activation=activation)


def swiglu_layer(layer):
    return ffn_ref.swiglu(layer.x, layer.W_gate, layer.W_up, layer.W_down)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 1e-5), (np.float64, 1e-13)])
@pytest.mark.parametrize(("load", "run"), [(minilm_layer, gelu_layer), (smollm2_layer, swiglu_layer)])
def test_the_reference_gives_the_outputs_of_pytorch(load, run, dtype, tolerance):
    layer = load(dtype)
    out = run(layer)
    assert out.dtype == dtype
    assert row_error(out, layer.y).max() <= tolerance


@pytest.mark.parametrize("activation", [ffn_ref.gelu_tanh, ffn_ref.gelu_sigmoid, ffn_ref.silu, ffn_ref.relu])
def test_another_activation_is_seen_in_every_row(activation):
    layer = minilm_layer()
    assert row_error(gelu_layer(layer, activation), layer.y).min() > 1e-5


def test_swapped_gate_and_up_are_seen_in_every_row():
    layer = smollm2_layer()
    swapped = layer._replace(W_gate=layer.W_up, W_up=layer.W_gate)
    assert row_error(swiglu_layer(swapped), layer.y).min() > 1e-5


def test_shapes_are_those_of_the_models():
    minilm, smollm2 = minilm_layer(), smollm2_layer()
    assert (minilm.W1.shape, minilm.b1.shape) == ((384, 1536), (1536,))
    assert (minilm.W2.shape, minilm.b2.shape) == ((1536, 384), (384,))
    assert smollm2.W_gate.shape == smollm2.W_up.shape == smollm2.W_down.T.shape == (576, 1536)


def test_dtype_is_that_of_weights_and_inputs_and_changes_no_value(load):
    single, double = load(), load(np.float64)
    for name, array in zip(single._fields, single, strict=True):
        if name[0] in "Wbx":
            assert (array.dtype, getattr(double, name).dtype) == (np.float32, np.float64)
            np.testing.assert_array_equal(array, getattr(double, name))
    assert single.y.dtype == double.y.dtype == np.float64


def test_every_row_has_its_token_and_sentence(load):
    layer = load()
    assert len(layer.tokens) == len(layer.sentence) == len(layer.x) == len(layer.y)
    assert sorted(set(layer.sentence.tolist())) == list(range(len(layer.sentences)))
    assert len(layer.topics) == len(layer.sentences)


def test_the_tokens_of_a_sentence_spell_it():
    layer = smollm2_layer()
    for s, sentence in enumerate(layer.sentences):
        assert "".join(layer.tokens[i] for i in np.flatnonzero(layer.sentence == s)) == sentence


def test_minilm_reads_between_its_marks_and_pads_nothing():
    layer = minilm_layer()
    for s, sentence in enumerate(layer.sentences):
        first, *words, last = (layer.tokens[i] for i in np.flatnonzero(layer.sentence == s))
        assert (first, last) == ("[CLS]", "[SEP]")
        assert "".join(words).replace("##", "") == sentence.lower().replace(" ", "")


def test_rows_finds_a_word_by_topic(load):
    layer = load()
    money, river = rows(layer, "bank", "money"), rows(layer, "bank", "river")
    assert len(money) == len(river) == 5
    assert set(rows(layer, "bank")) == {*money, *river}
    assert {layer.tokens[i].strip() for i in money} == {"bank"}
    assert {layer.topics[layer.sentence[i]] for i in river} == {"river"}


@pytest.mark.parametrize(("token", "topic"), [("Bank", None), ("bank", "sea"), ("bank", "other")])
def test_rows_says_what_there_is(load, token, topic):
    with pytest.raises(ValueError, match=r"topics: \['money', 'other', 'river'\]; tokens: .*'bank'"):
        rows(load(), token, topic)
