/** Where pages are measured, and with what. */
export type Ground = {
  url: string
  pages: readonly string[]
  /** The browser's program. */
  chromium: string
  /** A folder that is reused between runs. */
  folder: string
}
