/**
 * The lowest and highest value of a chart's axis. The axis of totals is around their values, so that their changes are
 * visible; that of counts by day begins at 0, so that a day without any is at the bottom.
 */
export function trendRange(values: readonly number[], isSum: boolean): [low: number, high: number] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const low = isSum ? Math.min(0, least) : least
  const high = isSum ? Math.max(0, most) : most
  // A constant total is drawn in the middle.
  const margin = Math.max((high - low) * 0.16, isSum ? 0 : 1)
  if (isSum) return [low < 0 ? low - margin : 0, Math.max(high + margin, 1)]
  return [low - margin, high + margin]
}
