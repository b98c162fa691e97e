import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import {
  fileMessages,
  scriptLimits,
  archiveExtension,
  imagesProblem,
} from '#contract/scripts/script-fields.ts'
import { filesQuery, textQuery } from '#web/scripts/files/files.data.ts'
import { moveItem } from '#web/ui/list-order.ts'

import type { ZipContents } from './read-zip.ts'

/** An image of the script, whose id is its URL, or a chosen `file` with an object URL. */
export type ScriptImage = { id: string; url: string; file?: File; isRemoved?: boolean }

// JPEG, PNG, GIF and WebP.
const imageStarts = /^(?:ffd8ff|89504e470d0a1a0a|474946383[79]61|52494646.{8}57454250)/

const archiveStarts = {
  zip: { name: 'ZIP', start: /^504b(?:0304|0506|0708)/ },
  rar: { name: 'RAR', start: /^526172211a07/ },
  '7z': { name: '7z', start: /^377abcaf271c/ },
} as const

/** The images of a form: those of the script and those that the user adds, each with an object URL for its preview. */
export function useScriptImages(current: readonly string[] = []) {
  const [added, setAdded] = useState<readonly ScriptImage[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [order, setOrder] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()
  const nextId = useRef(1)
  const latest = useRef(added)
  useEffect(() => {
    latest.current = added
  }, [added])
  useEffect(
    () => () => {
      for (const { url } of latest.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const isRemoved = (url: string) => removed.includes(url)
  const present = current.map((url): ScriptImage => ({ id: url, url, isRemoved: isRemoved(url) }))
  const items = orderedImages([...present, ...added], order)
  const kept = items.filter((image) => !image.isRemoved)

  return {
    /** All of them in their order, those to remove too. The first that stays is the cover. */
    items,
    kept,
    problem,
    showProblem: setProblem,
    add: async (files: readonly File[]) => {
      const problems: string[] = []
      const accepted: File[] = []
      for (const [index, file] of files.entries()) {
        const message = await imageFileProblem(file, kept.length + index + 1)
        if (message !== undefined) problems.push(message)
        else if (kept.length + accepted.length < scriptLimits.imagesMax) accepted.push(file)
        else if (!problems.includes(fileMessages.tooManyImages)) problems.push(fileMessages.tooManyImages)
      }
      const images = accepted.map((file) => {
        const id = `added ${nextId.current++}`
        return { id, url: URL.createObjectURL(file), file }
      })
      setAdded((before) => [...before, ...images])
      setProblem(problems.length > 0 ? problems.join('\n') : undefined)
    },
    remove: ({ id, url, file }: ScriptImage) => {
      if (file) {
        URL.revokeObjectURL(url)
        setAdded(added.filter((image) => image.id !== id))
      } else setRemoved([...removed, id])
      setProblem(undefined)
    },
    restore: ({ id }: ScriptImage) => {
      const isFull = kept.length >= scriptLimits.imagesMax
      if (!isFull) setRemoved(removed.filter((other) => other !== id))
      setProblem(isFull ? fileMessages.tooManyImages : undefined)
    },
    move: (from: number, to: number) =>
      setOrder(
        moveItem(
          items.map(({ id }) => id),
          from,
          to,
        ),
      ),
  }
}

export type ScriptImages = ReturnType<typeof useScriptImages>

/** The part of the images that the form sends. In `imageOrder`, `new-1` is the first of `files`. */
export function sentImages(images: readonly ScriptImage[]) {
  const kept = images.filter(({ isRemoved }) => !isRemoved)
  const files = kept.flatMap(({ file }) => file ?? [])
  return {
    files,
    removed: images.flatMap(({ url, isRemoved }) => (isRemoved ? [url] : [])),
    imageOrder: kept.map(({ url, file }) => (file ? `new-${files.indexOf(file) + 1}` : url)),
  }
}

/** The images in the chosen order of ids; after a conflict they may be others than those that were ordered. */
export function orderedImages<Image extends { id: string }>(
  images: readonly Image[],
  order: readonly string[],
): Image[] {
  const ordered = order.flatMap((id) => images.find((image) => image.id === id) ?? [])
  return [...new Set([...ordered, ...images])]
}

/** Why a chosen file cannot be image `n`, or undefined. A browser knows the type by the name only. */
export async function imageFileProblem(file: File, n: number): Promise<string | undefined> {
  const { name, type, size } = file
  // imagesProblem counts from the first of its list.
  const isTooLarge = imagesProblem([{ type, size }]) === fileMessages.imageTooLarge(1)
  if (isTooLarge) return `${fileMessages.imageTooLarge(n)}: ${name}`
  if (size === 0) return `Image ${n} is empty: ${name}`
  const isImage = imagesProblem([{ type, size }]) === undefined && imageStarts.test(await startOf(file))
  return isImage ? undefined : `${fileMessages.imageType(n)}: ${name}`
}

/** Why the content of a chosen file with the name of an archive is none, or undefined. */
export async function archiveContentProblem(file: File): Promise<string | undefined> {
  const extension = archiveExtension(file.name)
  if (extension === undefined) return undefined
  if (file.size === 0) return `${file.name} is empty`
  const { name, start } = archiveStarts[extension]
  return start.test(await startOf(file)) ? undefined : `${file.name} is not a ${name} archive`
}

/** The first bytes in hexadecimal. Empty for a file that is gone. */
async function startOf(file: File): Promise<string> {
  const bytes = await file
    .slice(0, 16)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type ChosenArchive = ReturnType<typeof useChosenArchive>

export function useChosenArchive() {
  const [chosen, setChosen] = useState<{ file: File | undefined; problem: string | undefined }>({
    file: undefined,
    problem: undefined,
  })
  return {
    ...chosen,
    choose: (file: File | undefined, problem: string | undefined) => setChosen({ file, problem }),
    showProblem: (problem: string | undefined) => setChosen((before) => ({ ...before, problem })),
  }
}

/** The contents of a chosen .zip. null if it cannot be read, as other archives. */
export async function readArchive(file: File): Promise<ZipContents | null> {
  if (!isZip(file)) return null
  return import('./read-zip.ts').then(({ readZip }) => readZip(file)).catch(() => null)
}

/** The contents of a chosen .zip. Undefined while the file is read, null if it cannot be read, as other archives. */
export function useZip(file: File | undefined): ZipContents | null | undefined {
  const [read, setRead] = useState<{ file: File; contents: ZipContents | null }>()
  useEffect(() => {
    if (!file || !isZip(file)) return undefined
    let isCurrent = true
    void readArchive(file).then((contents) => isCurrent && setRead({ file, contents }))
    return () => {
      isCurrent = false
    }
  }, [file])
  if (file && !isZip(file)) return null
  return read && read.file === file ? read.contents : undefined
}

/** The contents of the stored archive of a version. Undefined without a version, until it is read, or if it cannot be. */
export function useStoredContents(
  versionId: number | null | undefined,
  fileName: string,
): ZipContents | undefined {
  const { data } = useQuery({
    queryKey: ['versions', 'contents', versionId],
    queryFn: async ({ client }) => {
      const id = versionId ?? 0
      const { files } = await client.fetchQuery(filesQuery(id))
      const { describeMembers } = await import('./read-zip.ts')
      const members = files.map(({ n, path, size, isStored }) => ({
        name: path,
        size: isStored ? size : Infinity,
        text: async () => (await client.fetchQuery(textQuery(id, n))).text,
      }))
      return files.length > 0 ? describeMembers(members, fileName) : null
    },
    enabled: typeof versionId === 'number',
  })
  return data ?? undefined
}

function isZip({ name }: File): boolean {
  return archiveExtension(name) === 'zip'
}
