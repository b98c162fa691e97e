/** Splits the detail of a finding for display. A hidden text begins with how it is hidden: "escapes: https://…". */
export function detailText(rule: string, detail: string): { label: string; detail: string; advice: string } {
  const [, how, text] = (rule === 'hidden-text' && /^([\w ]+): (.+)$/s.exec(detail)) || []
  return {
    label: how === undefined ? 'Found' : `Decoded (${how})`,
    detail: text ?? detail,
    advice: /https?:\/\//i.test(detail)
      ? '. Do not open this URL: its owner sees that you looked, and it may send your server something else.'
      : '',
  }
}
