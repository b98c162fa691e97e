import { SignInSteps } from '#web/accounts/auth/sign-in-lazy.ts'
import { CategoryBoard, Partners } from '#web/site/home/lazy.ts'
import { AuthDialog, BackgroundLines, Footer, SiteBanner, ThemeButton } from '#web/layout/lazy.ts'
import {
  FollowButton,
  ScriptAuthorCard,
  ScriptGallery,
  ScriptMetadata,
  ScriptPages,
  WhatIsInside,
} from '#web/scripts/script-page/lazy.ts'
import { ResultChanges, ServerChanges } from '#web/scripts/changes/ChangesPage.tsx'
import { InstallAll } from '#web/scripts/collections/CollectionPage.tsx'
import { FilePanel, FolderPanel } from '#web/scripts/files/FilesPage.tsx'
import { Automation, Requirements, UpdateCheck } from '#web/scripts/install/InstallSteps.tsx'
import { ScriptGrid, ScriptListTabs } from '#web/scripts/script-lists/grid-lazy.ts'
import {
  ReportCapabilities,
  ReportContents,
  ReportFindings,
  ReportResources,
} from '#web/scripts/versions/ReportPage.tsx'

const renderedParts = [
  AuthDialog,
  Automation,
  BackgroundLines,
  CategoryBoard,
  FilePanel,
  FolderPanel,
  FollowButton,
  Footer,
  InstallAll,
  Partners,
  ReportCapabilities,
  ReportContents,
  ReportFindings,
  ReportResources,
  Requirements,
  ResultChanges,
  ScriptAuthorCard,
  ScriptGallery,
  ScriptGrid,
  ScriptListTabs,
  ScriptMetadata,
  ScriptPages,
  ServerChanges,
  SignInSteps,
  SiteBanner,
  ThemeButton,
  UpdateCheck,
  WhatIsInside,
]

/** The server renders these parts of pages, whose code the browser loads after the first load. */
export async function loadRenderedParts(): Promise<void> {
  await Promise.all(renderedParts.map(async (part) => 'preload' in part && part.preload?.()))
}
