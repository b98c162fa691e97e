import { expect, test } from 'vitest'

import type { ReviewMode } from '#contract/site/settings.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { versionStatesOf, type VersionState } from '#test-support/version-states.ts'

/*
 * Every state of a version x its script x the review mode has a way out: a walk of the staff, until the version is public
 * and its author can upload the next one. The columns are the review modes: the state that the author sees, then the
 * steps of the staff. The author alone always can give the version up.
 */
const walkInEachMode = await versionStatesOf(await startTestApp())

type Row = Record<'place' | ReviewMode, string> & { state: VersionState }

test.each`
  place                    | state                   | off                                 | flagged                             | all
  ${'first'}               | ${'not scanned'}        | ${'published'}                      | ${'scanning'}                       | ${'scanning publish'}
  ${'first'}               | ${'in review'}          | ${'waiting publish'}                | ${'waiting publish'}                | ${'waiting publish'}
  ${'first'}               | ${'given up in review'} | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'first'}               | ${'rejected'}           | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'first'}               | ${'public'}             | ${'published'}                      | ${'published'}                      | ${'published'}
  ${'first'}               | ${'withdrawn'}          | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'first'}               | ${'recalled'}           | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'first, then hidden'}  | ${'not scanned'}        | ${'published show'}                 | ${'scanning show'}                  | ${'scanning show publish'}
  ${'first, then hidden'}  | ${'in review'}          | ${'waiting show publish'}           | ${'waiting show publish'}           | ${'waiting show publish'}
  ${'first, then hidden'}  | ${'given up in review'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'first, then hidden'}  | ${'rejected'}           | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'first, then hidden'}  | ${'public'}             | ${'published show'}                 | ${'published show'}                 | ${'published show'}
  ${'first, then hidden'}  | ${'withdrawn'}          | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'first, then hidden'}  | ${'recalled'}           | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'update'}              | ${'not scanned'}        | ${'published'}                      | ${'scanning'}                       | ${'scanning publish'}
  ${'update'}              | ${'in review'}          | ${'waiting publish'}                | ${'waiting publish'}                | ${'waiting publish'}
  ${'update'}              | ${'given up in review'} | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'update'}              | ${'rejected'}           | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'update'}              | ${'public'}             | ${'published'}                      | ${'published'}                      | ${'published'}
  ${'update'}              | ${'withdrawn'}          | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'update'}              | ${'recalled'}           | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'update, then hidden'} | ${'not scanned'}        | ${'published show'}                 | ${'scanning show'}                  | ${'scanning show publish'}
  ${'update, then hidden'} | ${'in review'}          | ${'waiting show publish'}           | ${'waiting show publish'}           | ${'waiting show publish'}
  ${'update, then hidden'} | ${'given up in review'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'update, then hidden'} | ${'rejected'}           | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'update, then hidden'} | ${'public'}             | ${'published show'}                 | ${'published show'}                 | ${'published show'}
  ${'update, then hidden'} | ${'withdrawn'}          | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'update, then hidden'} | ${'recalled'}           | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'of a hidden script'}  | ${'not scanned'}        | ${'published show'}                 | ${'scanning show'}                  | ${'scanning show publish'}
  ${'of a hidden script'}  | ${'in review'}          | ${'published show publish'}         | ${'scanning show publish'}          | ${'scanning show publish'}
  ${'of a hidden script'}  | ${'given up in review'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'of a hidden script'}  | ${'rejected'}           | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'of a hidden script'}  | ${'public'}             | ${'published show'}                 | ${'published show'}                 | ${'published show'}
  ${'of a hidden script'}  | ${'withdrawn'}          | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'of a hidden script'}  | ${'recalled'}           | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
`('a version ($place) has a way out: $state', async ({ place, state, ...expected }: Row) => {
  expect(await walkInEachMode(place, state)).toEqual(expected)
})
