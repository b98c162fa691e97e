import './require-node.mjs'

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// Loaded after the version check, because an old Node may not be able to parse these modules.
const { npm } = await import('./packages.mjs')
const { prepare } = await import('./prepare.mjs')
const { inRoot } = await import('./root.mjs')
const { runStep } = await import('./run-program.mjs')

/** Used once after an update of a font, so not a package of the project. */
const PACKAGES = ['subset-font@2.9.0', 'fontverter@2.0.0', 'harfbuzzjs@1.6.4', 'wawoff2@2.0.1']
/** Browsers apply these by themselves, except the figures of tables. */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum']
const FONTS = [
  {
    name: 'geist',
    source: import.meta.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
    // The lighter weights are a third of the file, and a smaller maximum changes the weights between.
    variationAxes: { wght: { min: 400, max: 900 } },
  },
  {
    name: 'barlow-condensed',
    source: import.meta.resolve('@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2'),
  },
]

/** Writes the fonts that pages load first, with the characters that web/ui/fonts.css names: `npm run fonts`. */
await prepare({ needsWeb: false })
const folder = inRoot('.cache', 'subset-font')
const { command, args, shell } = npm()
const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress']
await runStep('Installing subset-font', command, [...args, 'install', ...options, ...PACKAGES], { shell })
const subsetFont = createRequire(`${folder}/`)('subset-font')
const faces = readFileSync(inRoot('web', 'ui', 'fonts.css'), 'utf8').split('@font-face')
for (const { name, source, variationAxes } of FONTS) {
  const [, range = ''] =
    faces.find((face) => face.includes(`/${name}.woff2`))?.match(/unicode-range:([^;]+);/) ?? []
  const font = await subsetFont(readFileSync(new URL(source)), charactersOf(range), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes,
  })
  writeFileSync(inRoot('web', 'ui', 'fonts', `${name}.woff2`), font)
  console.log(`${name}: ${font.length} bytes`)
}

/** @param {string} range such as `U+20-7E, U+A9` */
function charactersOf(range) {
  return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index)
    })
    .map((code) => String.fromCodePoint(code))
    .join('')
}
