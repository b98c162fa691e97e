/** A file that is analysed, wherever it is stored. */
export type SourceFile = {
  /** Below the analysed folder, with slashes. */
  path: string
  size: number
  /** Undefined where the content is not available. */
  read: () => Buffer | undefined
}
