import { createStoredValue } from './stored-value.ts'

const stored = createStoredValue(
  'background_motion',
  (text) => text === 'still',
  (isStill) => (isStill ? 'still' : 'moving'),
)

/** The user's choice to pause decorative motion. */
export function useBackgroundMotion(): { isStill: boolean; setStill: (isStill: boolean) => void } {
  return { isStill: stored.use(false), setStill: stored.set }
}
