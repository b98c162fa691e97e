/** The measured site and the tools. */
export type WebEnvironment = {
  url: string
  pages: readonly string[]
  /** Pages with `noindex`. */
  hiddenPages: readonly string[]
  /** Path of the browser. */
  chromium: string
  /** A folder that is reused between runs. */
  folder: string
}
