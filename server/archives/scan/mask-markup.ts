/** The scripts of a page. Everything else becomes spaces, so that places stay where they are. */
export function maskMarkup(text: string): string {
  const lower = text.toLowerCase()
  let masked = ''
  let at = 0
  while (at < text.length) {
    const open = lower.indexOf('<script', at)
    const start = open < 0 ? -1 : text.indexOf('>', open)
    if (start < 0) break
    const found = lower.indexOf('</script', start)
    const end = found < 0 ? text.length : found
    masked += blank(text.slice(at, start + 1)) + text.slice(start + 1, end)
    at = end
    if (found >= 0) {
      masked += ';'
      at++
    }
  }
  return masked + blank(text.slice(at))
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}
