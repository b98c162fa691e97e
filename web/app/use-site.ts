import { useRouter } from '@tanstack/react-router'

import type { Site } from '#contract/pages.ts'

export function useSite(): Site {
  return useRouter().options.context.site
}
