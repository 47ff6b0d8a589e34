// The activations of ffn_ref/activations.py, in double precision: each entry is [value, slope].
// erf and erfc agree with the exact functions to 1e-14 (absolute), which tests/book measures.
"use strict";
globalThis.ffn ??= {};

ffn.activations = (() => {
  const ROOT_PI = Math.sqrt(Math.PI), ROOT_2 = Math.SQRT2, TWICE_K = 2 * Math.sqrt(2 / Math.PI);

  // erf x = 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1)). All terms have one sign, so nothing cancels.
  function erf(x) {
    if (Math.abs(x) > 2.5) return Math.sign(x) * (1 - erfc(Math.abs(x)));
    let term = x, sum = x;
    for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
      term *= 2 * x * x / (2 * n + 1);
      sum += term;
    }
    return 2 / ROOT_PI * Math.exp(-x * x) * sum;
  }

  // erfc x = e^(−x²)/√π · 1/(x + ½/(x + 1/(x + 3⁄2/(x + …)))), read from the inside out.
  function erfc(x) {
    if (x <= 2.5) return 1 - erf(x);
    let tail = x;
    for (let k = 60; k >= 1; k--) tail = x + k / 2 / tail;
    return Math.exp(-x * x) / ROOT_PI / tail;
  }

  const density = (z) => Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  const cumulative = (z) => erfc(-z / ROOT_2) / 2;
  // Only e^(−|z|) is taken, which never overflows.
  const sigmoid = (z) => (z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z)));

  const swish = (z, beta = 1) => z * sigmoid(beta * z);
  const swishSlope = (z, beta = 1) => sigmoid(beta * z) * (1 + beta * z * sigmoid(-beta * z));

  // ½(1 + tanh u) = σ(2u): v = 2√(2/π)(z + 0.044715 z³) keeps its digits in the left tail.
  const tanhArgument = (z) => TWICE_K * (z + 0.044715 * z ** 3);
  function geluTanhSlope(z) {
    const v = tanhArgument(z), slope = TWICE_K * (1 + 3 * 0.044715 * z * z);
    return sigmoid(v) * (1 + z * slope * sigmoid(-v));
  }

  const table = {
    identity: [(z) => z, () => 1],
    relu: [(z) => Math.max(z, 0), (z) => (z > 0 ? 1 : 0)],
    leaky_relu: [(z) => (z > 0 ? z : 0.01 * z), (z) => (z > 0 ? 1 : 0.01)],
    gelu: [(z) => z * cumulative(z), (z) => cumulative(z) + z * density(z)],
    gelu_tanh: [(z) => z * sigmoid(tanhArgument(z)), geluTanhSlope],
    gelu_sigmoid: [(z) => swish(z, 1.702), (z) => swishSlope(z, 1.702)],
    silu: [(z) => swish(z), (z) => swishSlope(z)],
    swish: [swish, swishSlope],
    relu_squared: [(z) => Math.max(z, 0) ** 2, (z) => 2 * Math.max(z, 0)],
    sigmoid: [sigmoid, (z) => sigmoid(z) * sigmoid(-z)],
  };

  // The largest |f − gelu| on a fine grid over [−reach, reach], and where it is.
  function largestError(f, reach = 6, steps = 12000) {
    let worst = { at: 0, error: 0 };
    for (let i = 0; i <= steps; i++) {
      const z = -reach + 2 * reach * i / steps;
      const error = f(z) - table.gelu[0](z);
      if (Math.abs(error) > Math.abs(worst.error)) worst = { at: z, error };
    }
    return worst;
  }

  return { erf, erfc, table, largestError };
})();
