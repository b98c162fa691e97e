import type { Motif } from './canvas.ts'
import type { SceneName } from './scenes.ts'

type PictureFormat = 'jpeg' | 'png' | 'webp'

/** How a picture is wanted; the same order always brings the same picture. */
export type PictureOrder = Motif & {
  scene: SceneName
  width: number
  height: number
  format: PictureFormat
}

/** The sign of the partner that is its subject. */
export type LogoOrder = Omit<PictureOrder, 'scene'>

/** As people upload them: screenshots of one of two usual sizes, as JPEG. */
export function screenshot(scene: SceneName, subject: string, variation: number): PictureOrder {
  const [width, height] = variation % 2 ? [1280, 720] : [1600, 900]
  return { scene, subject, variation, width, height, format: 'jpeg' }
}

export function portraitOf(username: string, variation: number): PictureOrder {
  return { scene: 'avatar', subject: `avatar ${username}`, variation, width: 512, height: 512, format: 'png' }
}
