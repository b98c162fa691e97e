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
import { ResultChanges, ServerChanges } from '#web/scripts/changes/changes-lazy.ts'
import { InstallAll } from '#web/scripts/collections/collection-lazy.ts'
import { FilePanel, FolderPanel } from '#web/scripts/files/file-lazy.ts'
import { Automation, Requirements, UpdateCheck } from '#web/scripts/install/install-lazy.ts'
import { ScriptGrid, ScriptListTabs } from '#web/scripts/script-lists/grid-lazy.ts'
import {
  ReportCapabilities,
  ReportContents,
  ReportFindings,
  ReportResources,
} from '#web/scripts/versions/report-lazy.ts'

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
