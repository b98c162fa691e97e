import { isHeld, type Bar, type Finding } from '../finding.ts'

const line = 22
const width = 860
const labels = 360
const scale = 300

/** Every bar as a stripe that ends where it was measured, with a mark where it should at least, or at most, end. */
export function plotFindings(findings: readonly Finding[]): string {
  const bars = findings.flatMap((finding) => finding.bars)
  const height = 50 + bars.length * line
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="12" y="24" font-size="14" fill="#222">Measured against its bar (the line): an arrow says on which side it should end</text>
<line x1="${labels + scale / 2}" y1="36" x2="${labels + scale / 2}" y2="${height - 8}" stroke="#222" stroke-width="1.5"/>
${bars.map(stripe).join('\n')}
</svg>
`
}

function stripe(bar: Bar, index: number): string {
  const top = 42 + index * line
  const isFloor = 'atLeast' in bar.bound
  const bound = 'atLeast' in bar.bound ? bar.bound.atLeast : bar.bound.atMost
  // The bar stands in the middle, twice of it at the right edge; what is beyond is cut there.
  const length = Math.max(2, Math.min(scale, (bar.value / bound) * (scale / 2)))
  const color = isHeld(bar) ? '#4d8f63' : '#c0504d'
  return [
    `<text x="${labels - 8}" y="${top + 12}" text-anchor="end" fill="#222">${escaped(bar.claim)} ${isFloor ? '→' : '←'}</text>`,
    `<rect x="${labels}" y="${top}" width="${length.toFixed(1)}" height="15" fill="${color}" opacity="0.85"/>`,
    `<text x="${labels + scale + 10}" y="${top + 12}" fill="#222">${rounded(bar.value)} (${isFloor ? '≥' : '≤'} ${rounded(bound)}${escaped(bar.unit)})</text>`,
  ].join('\n')
}

function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
