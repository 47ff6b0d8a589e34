// One position through the layer, row vectors: h_pre = x W1 + b1, h = σ(h_pre), out = h W2 + b2.
"use strict";
globalThis.ffn ??= {};

ffn.layer = (() => {
  // x (d), W (d × m), b (m) → (m)
  const affine = (x, W, b) => b.map((bias, j) => x.reduce((sum, xi, i) => sum + xi * W[i][j], bias));

  function stages(x, W1, b1, W2, b2, activate) {
    const h_pre = affine(x, W1, b1);
    const h = h_pre.map((z) => activate(z));
    return { h_pre, h, out: affine(h, W2, b2) };
  }

  // With ReLU the layer is affine near x: silent units drop out. W = W1·diag(active)·W2, b likewise.
  function localMap(x, W1, b1, W2, b2) {
    const active = affine(x, W1, b1).map((z) => z > 0);
    const through = (row) => b2.map((_, o) => row.reduce((sum, w, k) => sum + (active[k] ? w * W2[k][o] : 0), 0));
    const shift = through(b1);
    return { active, W: W1.map(through), b: b2.map((bias, o) => bias + shift[o]) };
  }

  // The part of a convex polygon on one side of the line w·p + b = 0 (Sutherland–Hodgman).
  function clip(polygon, w, b, side) {
    const height = (p) => side * (w[0] * p[0] + w[1] * p[1] + b);
    const kept = [];
    polygon.forEach((p, i) => {
      const q = polygon[(i + 1) % polygon.length], hp = height(p), hq = height(q);
      if (hp >= 0) kept.push(p);
      if (hp * hq < 0) kept.push([0, 1].map((c) => p[c] + (q[c] - p[c]) * hp / (hp - hq)));
    });
    return kept;
  }

  const area = (polygon) => Math.abs(polygon.reduce((sum, p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    return sum + p[0] * q[1] - q[0] * p[1];
  }, 0)) / 2;

  // Every linear region inside the square [−reach, reach]²: its corners and which units fire there.
  function regions(W1, b1, reach) {
    const square = [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]];
    let pieces = [{ polygon: square, active: [] }];
    b1.forEach((b, k) => {
      const w = [W1[0][k], W1[1][k]];
      pieces = pieces.flatMap(({ polygon, active }) => [1, -1].map((side) => (
        { polygon: clip(polygon, w, b, side), active: [...active, side > 0] }
      ))).filter(({ polygon }) => polygon.length > 2 && area(polygon) > 1e-9);
    });
    return pieces;
  }

  // m lines in general position cut the plane into 1 + m + m(m − 1)/2 pieces.
  const mostRegions = (m) => 1 + m + m * (m - 1) / 2;

  return { affine, stages, localMap, regions, mostRegions };
})();
