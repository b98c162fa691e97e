import { invalid } from '#platform/errors.ts'

let disposable: Promise<ReadonlySet<string>> | undefined

/** For addresses that users choose themselves. */
export async function assertPermanentEmail(email: string): Promise<void> {
  if (await isDisposableEmail(email))
    throw invalid({ email: 'Please use a permanent email address. Addresses of this provider expire.' })
}

/** Returns whether a domain of the address, or one that it is a subdomain of, gives out addresses for a few minutes. */
async function isDisposableEmail(email: string): Promise<boolean> {
  disposable ??= readDomains()
  const domains = await disposable
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')))
}

/** Loaded on first use: it takes a megabyte of memory. */
async function readDomains(): Promise<ReadonlySet<string>> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js')
  return disposableEmailBlocklistSet()
}
