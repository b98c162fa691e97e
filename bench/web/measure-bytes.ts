import type { Threshold } from '../result.ts'
import type { WebEnvironment } from './environment.ts'

const limits = { scripts: 110_000, styles: 12_000, document: 15_000, fonts: 55_000 }
/** A report, versions and files load a route of their own, as in e2e/page-health.spec.ts. */
const scriptsOfArchivePages = 155_000
const isArchivePage = (page: string) => /^\/scripts\/\d+\//.test(page)

/** The transferred kilobytes of the files that each page loads first. */
export async function measureBytes({ url, pages }: WebEnvironment): Promise<Threshold[]> {
  const thresholds: Threshold[] = []
  for (const page of pages) {
    const document = await load(`${url}${page}`)
    const sum = async (named: RegExp) => {
      const files = [...document.text.matchAll(named)].map(([, file = '']) => load(`${url}${file}`))
      return (await Promise.all(files)).reduce((total, { size }) => total + size, 0)
    }
    const sizes = {
      scripts: await sum(/(?:<script[^>]* src|rel="modulepreload" href)="([^"]+)"/g),
      styles: await sum(/rel="stylesheet" href="([^"]+)"/g),
      fonts: await sum(/href="([^"]+)" as="font"/g),
      document: document.size,
    }
    for (const kind of ['scripts', 'styles', 'fonts', 'document'] as const)
      thresholds.push({
        metric: `${page}: ${kind}`,
        value: sizes[kind] / 1000,
        unit: ' kB',
        limit: {
          atMost: (kind === 'scripts' && isArchivePage(page) ? scriptsOfArchivePages : limits[kind]) / 1000,
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
