/** "30 min", "3.5 h" or "2 days". */
export function hoursText(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1 / 60) return '< 1 min'
  const minutes = Math.round(hours * 60)
  if (minutes < 60) return `${minutes} min`
  if (hours < 48) return `${Math.round(hours * 10) / 10} h`
  return `${Math.round((hours / 24) * 10) / 10} days`
}
