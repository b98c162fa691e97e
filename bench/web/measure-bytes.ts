import type { Threshold } from '../result.ts'
import type { Ground } from './environment.ts'

const bounds = { scripts: 110_000, styles: 12_000, document: 15_000, fonts: 55_000 }

/** What each page loads at once, in transferred kilobytes. */
export async function measureBytes({ url, pages }: Ground): Promise<Threshold[]> {
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
        limit: { atMost: bounds[kind] / 1000 },
      })
  }
  return thresholds
}

async function load(url: string): Promise<{ size: number; text: string }> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return { size: Number(answer.headers.get('content-length')), text: await answer.text() }
}
