import { readdir, readFile } from 'node:fs/promises'

const root = new URL('images/', import.meta.url)

type ImageFolder = 'avatars' | 'covers' | 'partners'

/** Avatars are named after their user, logos after their partner. */
export function readImage(folder: ImageFolder, name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(new URL(`${folder}/${name}.webp`, root))
}

/** The names of the files, without their extension. */
export async function listImages(folder: ImageFolder): Promise<string[]> {
  const files = await readdir(new URL(folder, root))
  return files.map((file) => file.replace(/\.webp$/, ''))
}
