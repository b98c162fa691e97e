import type { bannerTones, ReviewMode } from './settings.ts'

export type Banner = {
  text: string
  tone: (typeof bannerTones)[number]
  /** A path or an https URL; may be empty. */
  link: string
  linkText: string
}

/** Site settings that pages show. */
export type Site = {
  siteName: string
  /** Names the game; may be empty. */
  siteTagline: string
  publicUrl: string
  chatInviteUrl: string
  /** True if users can verify themselves with a code; otherwise a moderator does it. */
  hasDiscordApp: boolean
  /** Which new scripts wait for a moderator. */
  reviewMode: ReviewMode
  /** An announcement above every page. */
  banner: Banner | null
}

/** An API call that a page makes during server-side rendering, always as a visitor. */
export type SsrRequest = { name: string; params: Record<string, string>; query: Record<string, string> }
export type SsrResponse = { status: number; body: unknown }

/** The parts of Vite's manifest that list the files of a page. */
export type ClientBuild = Record<
  string,
  { file: string; isEntry?: boolean; css?: string[]; imports?: string[] } | undefined
>

type RenderedPage = { status: number; document: string }

/** The exports of the web app's server build. */
export type PageRenderer = {
  /** Path and known search parameters in a canonical order: URLs of the same page have the same canonical URL. */
  canonicalUrl: (url: string) => string
  render: (
    canonicalUrl: string,
    options: { site: Site; build: ClientBuild | undefined },
  ) => Promise<RenderedPage>
  /** Sets the function that executes the API calls of all renders; it finds its render in an async context. */
  setDataFetcher: (fetchData: (request: SsrRequest) => Promise<SsrResponse>) => void
  /** The only inline script; the content security policy contains its hash. */
  firstPaintScript: string
}
