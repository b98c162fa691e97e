const idMax = 2_147_483_647

/** The id in a script's address, or undefined for a text that names none. */
export function readScriptId(text: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = Number(text)
  return id <= idMax ? id : undefined
}
