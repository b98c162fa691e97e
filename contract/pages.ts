/** What the pages show of the hub they belong to. */
export type Site = { siteName: string; publicUrl: string; chatInviteUrl: string }

/** A call of the contract that a page makes while the server renders it, always as a visitor. */
export type PageRead = { name: string; params: Record<string, string>; query: Record<string, string> }
export type PageReadAnswer = { status: number; body: unknown }

/** The parts of Vite's manifest that name what a page loads. */
export type ClientBuild = Record<
  string,
  { file: string; isEntry?: boolean; css?: string[]; imports?: string[] } | undefined
>

type RenderedPage = { status: number; document: string }

/** What the web app's server build exports: it turns an address into a whole document. */
export type PageRenderer = {
  /** Path and known search parameters, in one form: addresses that show the same page have the same one. */
  canonicalAddress: (address: string) => string
  render: (
    canonicalAddress: string,
    options: { site: Site; build: ClientBuild | undefined },
  ) => Promise<RenderedPage>
  /** Takes over every call that a render makes; the caller knows by its own context which render that is. */
  answerReadsBy: (read: (read: PageRead) => Promise<PageReadAnswer>) => void
  /** The one inline script; the content security policy names its hash. */
  firstPaintScript: string
}
