/** Where pages are measured, and with what. */
export type Ground = {
  address: string
  pages: readonly string[]
  /** The browser's program. */
  chromium: string
  /** Where what is worth keeping between two runs is kept. */
  folder: string
}
