import { invalid } from '#platform/errors.ts'

import { isDisposableEmail } from './disposable-email.ts'

/** For addresses that users choose themselves. */
export async function assertPermanentEmail(email: string): Promise<void> {
  if (await isDisposableEmail(email))
    throw invalid({ email: 'Please use a permanent email address. Addresses of this provider expire.' })
}
