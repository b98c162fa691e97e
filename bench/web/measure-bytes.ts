import type { Threshold } from '../result.ts'
import type { WebEnvironment } from './environment.ts'

const limits = { scripts: 115_000, styles: 14_000, document: 15_000, fonts: 30_000 }
/** The pages about an archive, and those of profiles, cases and collections load a group of routes, as in e2e/page-budget.spec.ts. */
const scriptsOfLazyRoutes = 125_000
const hasLazyRoute = (page: string) =>
  /^\/(scripts\/\d+\/|cases|collections|invitations|moderation|notifications|takedown|teams|user)/.test(page)

/** The transferred kilobytes of the files that each page loads first. */
export async function measureBytes({ url, pages }: WebEnvironment): Promise<Threshold[]> {
  const thresholds: Threshold[] = []
  for (const page of pages) {
    const document = await load(`${url}${page}`)
    const sum = async (named: RegExp) => {
      const files = [...document.text.matchAll(named)]
        .flatMap(([, names = '']) => names.split(' '))
        .map((file) => load(`${url}${file}`))
      return (await Promise.all(files)).reduce((total, { size }) => total + size, 0)
    }
    const sizes = {
      scripts: await sum(/(?:<script[^>]* src|rel="modulepreload" href)="([^"]+)"/g),
      styles: await sum(/rel="stylesheet" href="([^"]+)"/g),
      fonts: await sum(/<script data-fonts="([^"]+)"/g),
      document: document.size,
    }
    for (const kind of ['scripts', 'styles', 'fonts', 'document'] as const)
      thresholds.push({
        metric: `${page}: ${kind}`,
        value: sizes[kind] / 1000,
        unit: ' kB',
        limit: {
          atMost: (kind === 'scripts' && hasLazyRoute(page) ? scriptsOfLazyRoutes : limits[kind]) / 1000,
        },
      })
  }
  return thresholds
}

async function load(url: string): Promise<{ size: number; text: string }> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`)
  return { size: Number(response.headers.get('content-length')), text: await response.text() }
}
