export type PartyNames = { usernames: readonly string[]; claimant: readonly string[] }

/** Whether a public text names a party, in any spelling that reads the same. The name of a claimant can be a short word. */
export function namesParty(text: string, { usernames, claimant }: PartyNames): boolean {
  const readable = readableText(text)
  const words = ` ${wordsOf(readable)} `
  return (
    usernames.map(readableText).some((name) => name !== '' && readable.includes(name)) ||
    claimant
      .map((name) => wordsOf(readableText(name)))
      .some((name) => name !== '' && words.includes(` ${name} `))
  )
}

/** Without invisible characters, width and case. */
function readableText(text: string): string {
  const visible = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC')
  return visible.toUpperCase().toLowerCase().normalize('NFKC')
}

const wordsOf = (text: string) =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
