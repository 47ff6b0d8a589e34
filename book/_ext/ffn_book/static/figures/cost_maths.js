// The counts of ffn_ref/cost.py and ffn_ref/models.py, under the same names in the reader's settings:
// d_model, d_ff, gated, biases, n_layers, n_heads, n_kv_heads, head_dim, vocab_size, n_experts, n_active, …
"use strict";
globalThis.ffn ??= {};

ffn.cost = (() => {
  // One feed-forward layer, one expert: 2·d·m weights, 3·d·m when gated.
  function expert({ d_model: d, d_ff: m, gated, biases }) {
    const inward = gated ? 2 : 1;
    return (inward + 1) * d * m + (biases ? inward * m + d : 0);
  }

  // With experts: all of them and the router are stored, a token uses n_active of them and the router.
  function feedForward(c) {
    const router = c.n_experts > 1 ? c.d_model * c.n_experts : 0;
    return { total: c.n_experts * expert(c) + router, active: c.n_active * expert(c) + router };
  }

  // The widths of all query heads and of all key heads together.
  function heads(c) {
    const head = c.head_dim ?? c.d_model / c.n_heads;
    return { q: c.n_heads * head, kv: (c.n_kv_heads ?? c.n_heads) * head };
  }

  const attentionWeights = (c) => 2 * c.d_model * (heads(c).q + heads(c).kv);

  const attention = (c) => attentionWeights(c) + (c.attention_biases ? heads(c).q + 2 * heads(c).kv + c.d_model : 0);

  const embeddings = (c) => ((c.tied_embeddings ? 1 : 2) * c.vocab_size + c.n_positions + c.n_segments) * c.d_model;

  // The whole model, in its four parts.
  function parts(c) {
    const attentions = c.n_layers + c.cross_attention;
    const norms = attentions + c.n_layers + c.extra_norms;
    return {
      ffn: c.n_layers * feedForward(c).total,
      attention: attentions * attention(c),
      embeddings: embeddings(c),
      rest: norms * c.norm_vectors * c.d_model + (c.pooler ? c.d_model ** 2 + c.d_model : 0),
    };
  }

  function model(c) {
    const p = parts(c), layer = feedForward(c);
    const parameters = p.ffn + p.attention + p.embeddings + p.rest;
    return {
      parts: p, layer, parameters,
      active: parameters - c.n_layers * (layer.total - layer.active),
      attention: attention(c),
      share_of_blocks: p.ffn / (p.ffn + p.attention),
      share: p.ffn / parameters,
    };
  }

  // The gated width with the parameters of an ungated ratio·d: ⌊2·ratio·d/3⌋, then rounded up as LLaMA does.
  const matchedWidth = (d, { ratio = 4, multiplier = 1, multiple_of = 1 } = {}) => (
    Math.ceil(Math.floor(multiplier * Math.floor(2 * ratio * d / 3)) / multiple_of) * multiple_of);

  // A token's own experts cost as much as one layer as wide as all of them.
  const wide = (c) => ({ ...c, d_ff: c.n_active * c.d_ff });
  const ffnMacs = (n, c) => n * (c.gated ? 3 : 2) * c.d_model * c.d_ff;
  const attentionMacs = (n, c) => n * attentionWeights(c) + 2 * n ** 2 * heads(c).q;
  const crossover = (c) => (ffnMacs(1, c) - attentionWeights(c)) / (2 * heads(c).q);

  // Numbers that one layer keeps for backward, for a token: x, and h_pre and h (gated: gate_pre, up and h).
  const savedActivations = ({ d_model: d, d_ff: m, gated }) => d + (gated ? 3 : 2) * m;

  return { model, matchedWidth, wide, ffnMacs, attentionMacs, crossover, savedActivations };
})();
