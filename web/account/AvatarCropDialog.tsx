import { useEffect, useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import type { Area } from 'react-easy-crop'

import 'react-easy-crop/react-easy-crop.css'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import styles from './AvatarCropDialog.module.css'
import { cropPicture } from './crop-picture.ts'

const zoomMax = 4

/** Chooses the square of a picture that becomes the avatar: by pointer, by pinching, or by the arrow keys. */
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

  async function use() {
    if (!area) return
    setState('busy')
    try {
      onCropped(await cropPicture(file, area))
    } catch {
      setState('failed')
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={state === 'busy'}
      title="Crop your avatar"
      text="Move and zoom the picture until the circle shows what you want."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="cta" disabled={!area} isBusy={state === 'busy'} onClick={() => void use()}>
            Use Picture
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <div className={styles.place}>
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
              // Its styles come as a file: the page's policy allows no style elements.
              disableAutomaticStylesInjection
            />
          )}
        </div>
        <label className={styles.zoom} htmlFor={zoomId}>
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
          <p role="alert" className={styles.problem}>
            Your browser cannot show this picture. It can still be saved as it is.
          </p>
        )}
      </div>
    </Dialog>
  )
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- an address has to be given back, so it is made where it is
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
