import { CategoryBoard, Partners } from '#web/site/home/lazy.ts'
import { BackgroundLines, Footer, SiteBanner, ThemeButton } from '#web/layout/lazy.ts'
import {
  FollowButton,
  ScriptAuthorCard,
  ScriptGallery,
  ScriptMetadata,
  ScriptPages,
  WhatIsInside,
} from '#web/scripts/script-page/lazy.ts'
import { ScriptGrid, ScriptListTabs } from '#web/scripts/script-lists/grid-lazy.ts'

const renderedParts = [
  BackgroundLines,
  CategoryBoard,
  FollowButton,
  Footer,
  Partners,
  ScriptAuthorCard,
  ScriptGallery,
  ScriptGrid,
  ScriptListTabs,
  ScriptMetadata,
  ScriptPages,
  SiteBanner,
  ThemeButton,
  WhatIsInside,
]

/** The server renders these parts of pages, whose code the browser loads after the first load. */
export async function loadRenderedParts(): Promise<void> {
  await Promise.all(renderedParts.map(async (part) => part.preload?.()))
}
