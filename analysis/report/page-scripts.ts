import { maskMarkup } from './markup.ts'

export type PageScript = { text: string; isModule: boolean; isData: boolean }
const scriptsMax = 200

/** The scripts and event handlers of a page, each in its place: what is around it becomes spaces. */
export function scriptsOf(page: string): PageScript[] {
  const { text, scripts } = maskMarkup(page)
  const blank = page.replaceAll(/[^\n]/g, ' ')
  return scripts.slice(0, scriptsMax).map(({ from, to, isModule, isData = false }) => ({
    text: blank.slice(0, from) + text.slice(from, to),
    isModule,
    isData,
  }))
}
