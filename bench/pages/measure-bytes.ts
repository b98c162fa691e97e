import type { Bar } from '../finding.ts'
import type { Ground } from './ground.ts'

const bounds = { scripts: 110_000, styles: 12_000, document: 15_000, fonts: 55_000 }

/** What each page's document has the browser load at once, in kilobytes as they travel. */
export async function measureBytes({ address, pages }: Ground): Promise<Bar[]> {
  const bars: Bar[] = []
  for (const page of pages) {
    const document = await load(`${address}${page}`)
    const sum = async (named: RegExp) => {
      const files = [...document.text.matchAll(named)].map(([, file = '']) => load(`${address}${file}`))
      return (await Promise.all(files)).reduce((total, { size }) => total + size, 0)
    }
    const sizes = {
      scripts: await sum(/(?:<script[^>]* src|rel="modulepreload" href)="([^"]+)"/g),
      styles: await sum(/rel="stylesheet" href="([^"]+)"/g),
      fonts: await sum(/href="([^"]+)" as="font"/g),
      document: document.size,
    }
    for (const kind of ['scripts', 'styles', 'fonts', 'document'] as const)
      bars.push({
        claim: `${page}: ${kind}`,
        value: sizes[kind] / 1000,
        unit: ' kB',
        bound: { atMost: bounds[kind] / 1000 },
      })
  }
  return bars
}

async function load(address: string): Promise<{ size: number; text: string }> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'br' } })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return { size: Number(answer.headers.get('content-length')), text: await answer.text() }
}
