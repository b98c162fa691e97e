import '#web/ui/base.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { KitPage } from '#web/ui/KitPage.tsx'

// Serves the kit without the app: `vite`, then /ui/kit/. `?theme=light` shows the other theme.
const theme = new URLSearchParams(location.search).get('theme')
if (theme) document.documentElement.dataset.theme = theme

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitPage />
    </StrictMode>,
  )
