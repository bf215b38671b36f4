/** Pages by their backgrounds, and the theme of all their cards. */

/** Backgrounds of cards. */
export const [white, black] = ['rgb(255, 255, 255)', 'rgb(27, 31, 36)']

/** Pages by what the theme of all their cards is decided from. */
export const backgrounds: [name: string, html: string, color: string][] = [
  ['without any color', '', white],
  ['that is light', '<style>body { background: #fbf8f3 }</style>', white],
  ['that is dark', '<style>body { background: oklch(0.2 0.02 260) }</style>', black],
  ['whose root is dark', '<style>html { background: #111 }</style>', black],
  ['that a dark element covers', '<div style="background: #111; height: 200vh"></div>', black],
  [
    'that a dark element within another one covers',
    '<div><div style="display: flex; background: #222e"><aside style="background: #fff; width: 20%"></aside><main style="width: 80%; height: 200vh"></main></div></div>',
    black,
  ],
  [
    'that is light behind a dark button at the corner',
    '<button style="background: #000; position: fixed; inset: auto 0 0; height: 200px"></button><p style="height: 200vh"></p>',
    white,
  ],
  [
    'that begins with a dark picture',
    '<header style="background: #000; height: 100vh"></header><p style="height: 200vh"></p>',
    white,
  ],
  [
    'with a closed menu that is dark',
    '<nav style="background: #000; position: fixed; inset: 0; visibility: hidden"></nav><nav style="background: #000; position: fixed; inset: 0; transform: translateX(-100%)"></nav><p>Linen</p>',
    white,
  ],
  [
    'with a closed layer that can’t be seen',
    '<div style="position: fixed; inset: 0; background: #0009; opacity: 0; pointer-events: none"></div>',
    white,
  ],
  [
    'with a closed layer inside of one that can’t be seen',
    '<div style="position: fixed; inset: 0; opacity: 0; pointer-events: none"><div style="height: 100%; background: #0009"></div></div>',
    white,
  ],
  [
    'with a see-through layer above dark content',
    '<div style="position: fixed; inset: 0; pointer-events: none"></div><main style="background: #111; height: 100vh; margin: -8px"></main>',
    black,
  ],
  [
    'with a dark layer behind its content',
    '<div style="position: fixed; inset: 0; background: #111; z-index: -1"></div><p style="height: 200vh"></p>',
    black,
  ],
  [
    'with a dark layer behind content that is light and comes first',
    '<main style="background: #fff; height: 200vh"></main><div style="position: fixed; inset: 0; background: #111; z-index: -1"></div>',
    white,
  ],
  [
    'with a dark layer of CSS behind its content',
    '<style>body::before { content: ""; position: fixed; inset: 0; background: #111; z-index: -1 }</style><p style="height: 200vh"></p>',
    black,
  ],
  [
    'with a decoration of CSS that is dark',
    '<style>body::before { content: ""; position: absolute; width: 9px; height: 9px; background: #111 }</style>',
    white,
  ],
  [
    'of one window whose first section is dark and whose content is longer',
    '<style>html, body { height: 100% }</style><section style="background: #111; height: 65vh"></section><p style="height: 400vh"></p>',
    white,
  ],
  [
    'whose root element has one window, with a dark section in longer content',
    '<style>html, body { height: 100% }</style><div style="height: 100%"><section style="background: #111; height: 80vh"></section><p style="height: 400vh"></p></div>',
    white,
  ],
  [
    'of one window that is dark with a light first section',
    '<style>html, body { height: 100%; background: #111 }</style><section style="background: #fff; height: 100vh"></section><p style="height: 400vh"></p>',
    black,
  ],
  [
    'with a dark row of slides, most of them out of the window',
    '<section style="background: #111; overflow: hidden; height: 480px"><div style="width: 600%; height: 480px"></div></section><p style="height: 2600px"></p>',
    white,
  ],
  [
    'with dark slides in a light row, most of them out of the window',
    '<section style="overflow: hidden; height: 480px"><div style="background: #111; width: 600%; height: 480px"></div></section><p style="height: 2600px"></p>',
    white,
  ],
  [
    'below a loading screen',
    '<main style="height: 80vh"></main><div style="position: fixed; inset: 0; background: #111; z-index: 9; pointer-events: none"></div>',
    white,
  ],
  [
    'below a loading screen that isn’t fixed',
    '<main style="height: 80vh"></main><div style="position: absolute; inset: 0; background: #111; z-index: 9; pointer-events: none"></div>',
    white,
  ],
  [
    'below a loading screen without a z-index that isn’t fixed',
    '<main style="height: 80vh"></main><div style="position: absolute; inset: 0; background: #111; pointer-events: none"></div>',
    white,
  ],
  [
    'below a loading screen that comes before it',
    '<div style="position: fixed; inset: 0; background: #111; z-index: 9; pointer-events: none"></div><main style="height: 80vh"></main>',
    white,
  ],
  [
    'below a loading screen beside its parent',
    '<main style="height: 80vh"></main><div style="position: absolute; inset: 0"><div style="position: absolute; inset: 0; background: #111; pointer-events: none"></div></div>',
    white,
  ],
  [
    'in a light layer below a loading screen',
    '<div style="position: absolute; inset: 0; background: #fff"></div><div style="position: absolute; inset: 0; background: #111; pointer-events: none"></div>',
    white,
  ],
  ...['absolute; z-index: 1', 'absolute', 'fixed'].flatMap(
    (position): [string, string, string][] => [
      [
        `in a dark layer alone (${position})`,
        `<style>body { background: #fff }</style><div style="position: ${position}; inset: 0; background: #111"><p>Your cart is empty</p></div>`,
        black,
      ],
      [
        `in a dark layer (${position}) with a launcher and a bar above it, and a link for keyboards`,
        `<a href="#here" style="position: absolute; width: 1px; height: 1px; overflow: hidden">Skip</a><header style="position: fixed; inset: 0 0 auto; height: 64px"></header><div style="position: ${position}; inset: 0; background: #111"></div><i style="position: fixed; top: 300px; right: 0; width: 56px; height: 56px; pointer-events: none"></i>`,
        black,
      ],
      [
        `in a dark layer (${position}) below a header`,
        `<header style="height: 64px; margin: -8px"></header><div style="position: ${position}; inset: 64px 0 0; background: #111"></div>`,
        black,
      ],
    ],
  ),
  [
    'in a dark layer that is longer than the window',
    '<div style="position: absolute; inset: 0; height: 300vh; background: #111; z-index: 1"></div>',
    black,
  ],
  [
    'in a dark layer in which another element scrolls',
    '<div style="position: fixed; inset: 0; background: #111"><div style="height: 100%; overflow: auto"><p style="height: 300vh"></p></div></div>',
    black,
  ],
  [
    'with a dark body that a scroll lock fixed',
    '<style>body { background: #111; position: fixed; width: 100%; top: 0 }</style><p style="height: 300vh"></p>',
    black,
  ],
  [
    'with a dark body of the window’s size in which an app scrolls',
    '<style>body { background: #111; position: fixed; width: 100%; height: 100%; overflow: hidden }</style><div style="position: absolute; inset: 0; overflow: auto"><p style="height: 300vh"></p></div>',
    black,
  ],
  [
    'with a dark section that covers most of its light parent, not of the page',
    '<header style="height: 400px"></header><main style="height: 2100px"><section style="height: 1300px; background: #111"></section></main><footer style="height: 600px"></footer>',
    white,
  ],
  [
    'in a light layer in which an element scrolls, with a dark section',
    '<div style="position: fixed; inset: 0; overflow: auto"><section style="height: 100vh; background: #111"></section><p style="height: 300vh"></p></div>',
    white,
  ],
  [
    'below the backdrop of a layer',
    '<div style="position: fixed; inset: 0; background: #0009; pointer-events: none"></div>',
    white,
  ],
  [
    'below a backdrop that is as tall as the page',
    '<div style="position: absolute; inset: 0; height: 160vh; background: #0009; pointer-events: none"></div>',
    white,
  ],
  ...[
    'lab(8 0 0)',
    'lch(8 0 0)',
    'oklab(0.2 0 0)',
    'hwb(0 5% 92%)',
    'color-mix(in lab, #000 90%, #fff)',
    'color(display-p3 0.08 0.08 0.1)',
    'color(srgb-linear 0.01 0.01 0.01)',
    'linear-gradient(#111, #222)',
    'radial-gradient(circle at 10% 50%, #111, oklch(0.2 0.02 260))',
  ].map((dark): [string, string, string] => [
    `with the background ${dark}`,
    `<style>body { background: ${dark} }</style>`,
    black,
  ]),
  ...[
    'lab(96 0 0)',
    'oklch(0.97 0 0)',
    'color-mix(in srgb, #00ffff 60%, #fff)',
    'color(display-p3 0.9 0.9 0.9)',
    'linear-gradient(#fff, #eee)',
    'radial-gradient(#111 1px, transparent 1px) 0 0 / 20px 20px #fff',
    'linear-gradient(#0003, #0003), #fff',
    `url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' fill='rgb(0,0,0)'/>") #fff`,
  ].map((light): [string, string, string] => [
    `with the background ${light}`,
    `<style>body { background: ${light} }</style>`,
    white,
  ]),
  [
    'whose dark element can be seen through',
    '<div style="background: #0003; height: 200vh"></div>',
    white,
  ],
]
