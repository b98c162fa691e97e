import { useEffect, useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import type { Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'

import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import styles from './AvatarCropDialog.module.css'

const zoomMax = 4

/** Crops an image to the square of the avatar by pointer, pinch or arrow keys. */
export function AvatarCropDialog({
  file,
  onCropped,
  onClose,
}: {
  file: File
  onCropped: (file: File) => void
  onClose: () => void
}) {
  const url = useObjectUrl(file)
  const zoomId = useId()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function handleUse() {
    if (!area) return
    setState('busy')
    try {
      onCropped(await cropImage(file, area))
    } catch {
      setState('failed')
    }
  }
  return (
    <Dialog
      onClose={onClose}
      isBusy={state === 'busy'}
      title="Crop your avatar"
      text="Move and zoom the picture until the circle shows what you want."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="cta" disabled={!area} isBusy={state === 'busy'} onClick={() => void handleUse()}>
            Use Picture
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <div className={`relative clip round-lg fill-0 ${styles.cropper}`}>
          {url && (
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              maxZoom={zoomMax}
              aspect={1}
              cropShape="round"
              showGrid={false}
              objectFit="cover"
              keyboardStep={8}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
              onMediaLoaded={() => setState('idle')}
              mediaProps={{ alt: '', onError: () => setState('failed') }}
              cropperProps={{ role: 'application', 'aria-label': 'Picture, moved by the arrow keys' }}
              // The content security policy forbids style elements: the styles are imported above.
              disableAutomaticStylesInjection
            />
          )}
        </div>
        <label className={`grid middle gap-4 strong cols-auto-fill min-h-md ${styles.zoom}`} htmlFor={zoomId}>
          Zoom
          <input
            id={zoomId}
            type="range"
            min={1}
            max={zoomMax}
            step={0.1}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)} %`}
            onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
          />
        </label>
        {state === 'failed' && (
          <p role="alert" className="text-sm error">
            Your browser cannot show this picture. You can still save it as it is.
          </p>
        )}
      </div>
    </Dialog>
  )
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- an object URL is created in the effect that revokes it
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}

/** Twice the largest size that the server stores: sharp, and small to upload. */
const sideMax = 512

/** Crops an image to a WebP file, or to PNG in browsers that cannot encode WebP. */
async function cropImage(file: File, area: Area): Promise<File> {
  const image = await createImageBitmap(file)
  const side = Math.max(1, Math.min(sideMax, Math.round(area.width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('The browser cannot encode this image')
  const name = file.name.replace(/\.\w+$/, '')
  return new File([blob], `${name}.${blob.type === 'image/png' ? 'png' : 'webp'}`, { type: blob.type })
}
