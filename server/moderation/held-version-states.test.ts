import { expect, test } from 'vitest'

import type { ReviewMode } from '#contract/site/settings.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { versionStatesOf, type VersionState } from '#test-support/version-states.ts'

/* The walks of version-states.test.ts for archives that were not read, blocked, taken down, lost or deleted. */
const walkInEachMode = await versionStatesOf(await startTestApp())

type Row = Record<'place' | ReviewMode, string> & { state: VersionState }

test.each`
  place                                   | state                              | off                                 | flagged                             | all
  ${'first'}                              | ${'not read'}                      | ${'published'}                      | ${'waiting publish'}                | ${'waiting publish'}
  ${'first'}                              | ${'interrupted'}                   | ${'published'}                      | ${'scanning'}                       | ${'scanning publish'}
  ${'first'}                              | ${'lost'}                          | ${'published'}                      | ${'waiting publish'}                | ${'waiting publish'}
  ${'first'}                              | ${'blocked before its scan'}       | ${'waiting publish'}                | ${'waiting publish'}                | ${'waiting publish'}
  ${'first'}                              | ${'blocked'}                       | ${'waiting publish'}                | ${'waiting publish'}                | ${'waiting publish'}
  ${'first'}                              | ${'blocked by mistake'}            | ${'published'}                      | ${'published'}                      | ${'published'}
  ${'first'}                              | ${'rejected because of a mistake'} | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'first'}                              | ${'withdrawn, then blocked'}       | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'update'}                             | ${'not read'}                      | ${'published'}                      | ${'waiting publish'}                | ${'waiting publish'}
  ${'update'}                             | ${'lost'}                          | ${'published'}                      | ${'waiting publish'}                | ${'waiting publish'}
  ${'update'}                             | ${'blocked before its scan'}       | ${'waiting publish'}                | ${'waiting publish'}                | ${'waiting publish'}
  ${'update'}                             | ${'blocked'}                       | ${'waiting publish'}                | ${'waiting publish'}                | ${'waiting publish'}
  ${'first, then hidden'}                 | ${'blocked'}                       | ${'waiting show publish'}           | ${'waiting show publish'}           | ${'waiting show publish'}
  ${'of a hidden script'}                 | ${'not read'}                      | ${'published show'}                 | ${'scanning show publish'}          | ${'scanning show publish'}
  ${'of a hidden script'}                 | ${'blocked'}                       | ${'published show publish'}         | ${'published show publish'}         | ${'published show publish'}
  ${'first, then taken down'}             | ${'not scanned'}                   | ${'published undo'}                 | ${'scanning undo'}                  | ${'scanning undo publish'}
  ${'first, then taken down'}             | ${'in review'}                     | ${'waiting undo publish'}           | ${'waiting undo publish'}           | ${'waiting undo publish'}
  ${'first, then taken down'}             | ${'rejected'}                      | ${'withdrawn undo restore publish'} | ${'withdrawn undo restore publish'} | ${'withdrawn undo restore publish'}
  ${'first, then taken down'}             | ${'public'}                        | ${'published undo'}                 | ${'published undo'}                 | ${'published undo'}
  ${'first, then taken down'}             | ${'withdrawn'}                     | ${'withdrawn undo restore'}         | ${'withdrawn undo restore'}         | ${'withdrawn undo restore'}
  ${'first, then taken down'}             | ${'recalled'}                      | ${'withdrawn undo restore'}         | ${'withdrawn undo restore'}         | ${'withdrawn undo restore'}
  ${'update, then taken down'}            | ${'in review'}                     | ${'waiting undo publish'}           | ${'waiting undo publish'}           | ${'waiting undo publish'}
  ${'update, then taken down'}            | ${'public'}                        | ${'published undo'}                 | ${'published undo'}                 | ${'published undo'}
  ${'first, then hidden for 30 days'}     | ${'not scanned'}                   | ${'published show upload'}          | ${'withdrawn show upload'}          | ${'withdrawn show upload'}
  ${'first, then hidden for 30 days'}     | ${'public'}                        | ${'published show upload'}          | ${'published show upload'}          | ${'published show upload'}
  ${'first, then taken down for 30 days'} | ${'not scanned'}                   | ${'published undo upload'}          | ${'withdrawn undo upload'}          | ${'withdrawn undo upload'}
  ${'first, then taken down for 30 days'} | ${'public'}                        | ${'published undo upload'}          | ${'published undo upload'}          | ${'published undo upload'}
`(
  'a version that is held back ($place) has a way out: $state',
  async ({ place, state, ...expected }: Row) => {
    expect(await walkInEachMode(place, state)).toEqual(expected)
  },
)
