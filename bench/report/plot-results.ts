import { isMet, type Threshold, type Result } from '../result.ts'

const lineHeight = 22
const width = 860
const labelWidth = 360
const barWidth = 300

/** Draws each metric as a bar, relative to its limit in the middle. */
export function plotResults(results: readonly Result[]): string {
  const thresholds = results.flatMap((result) => result.thresholds)
  const height = 50 + thresholds.length * lineHeight
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="12" y="24" font-size="14" fill="#222">Measured values relative to their targets (the line); arrows point to the required side</text>
<line x1="${labelWidth + barWidth / 2}" y1="36" x2="${labelWidth + barWidth / 2}" y2="${height - 8}" stroke="#222" stroke-width="1.5"/>
${thresholds.map(bar).join('\n')}
</svg>
`
}

function bar(threshold: Threshold, index: number): string {
  const top = 42 + index * lineHeight
  const isMinimum = 'atLeast' in threshold.limit
  const limit = 'atLeast' in threshold.limit ? threshold.limit.atLeast : threshold.limit.atMost
  // The limit is in the middle and twice the limit at the right edge, where longer bars are cut.
  const length = Math.max(2, Math.min(barWidth, (threshold.value / limit) * (barWidth / 2)))
  const color = isMet(threshold) ? '#4d8f63' : '#c0504d'
  return [
    `<text x="${labelWidth - 8}" y="${top + 12}" text-anchor="end" fill="#222">${escapeText(threshold.metric)} ${isMinimum ? '→' : '←'}</text>`,
    `<rect x="${labelWidth}" y="${top}" width="${length.toFixed(1)}" height="15" fill="${color}" opacity="0.85"/>`,
    `<text x="${labelWidth + barWidth + 10}" y="${top + 12}" fill="#222">${formatNumber(threshold.value)} (${isMinimum ? '≥' : '≤'} ${formatNumber(limit)}${escapeText(threshold.unit)})</text>`,
  ].join('\n')
}

function formatNumber(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100)
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
