import { isMet, type Threshold, type Result } from '../result.ts'

const line = 22
const width = 860
const labels = 360
const scale = 300

/** Each metric as a stripe with the measured length and a mark at its limit. */
export function plotResults(results: readonly Result[]): string {
  const thresholds = results.flatMap((result) => result.thresholds)
  const height = 50 + thresholds.length * line
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="12" y="24" font-size="14" fill="#222">Measured against its target (the line): the arrow shows the required side</text>
<line x1="${labels + scale / 2}" y1="36" x2="${labels + scale / 2}" y2="${height - 8}" stroke="#222" stroke-width="1.5"/>
${thresholds.map(stripe).join('\n')}
</svg>
`
}

function stripe(threshold: Threshold, index: number): string {
  const top = 42 + index * line
  const isFloor = 'atLeast' in threshold.limit
  const limit = 'atLeast' in threshold.limit ? threshold.limit.atLeast : threshold.limit.atMost
  // The limit is in the middle and twice the limit at the right edge, where longer stripes are cut.
  const length = Math.max(2, Math.min(scale, (threshold.value / limit) * (scale / 2)))
  const color = isMet(threshold) ? '#4d8f63' : '#c0504d'
  return [
    `<text x="${labels - 8}" y="${top + 12}" text-anchor="end" fill="#222">${escaped(threshold.metric)} ${isFloor ? '→' : '←'}</text>`,
    `<rect x="${labels}" y="${top}" width="${length.toFixed(1)}" height="15" fill="${color}" opacity="0.85"/>`,
    `<text x="${labels + scale + 10}" y="${top + 12}" fill="#222">${rounded(threshold.value)} (${isFloor ? '≥' : '≤'} ${rounded(limit)}${escaped(threshold.unit)})</text>`,
  ].join('\n')
}

function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
