import { useState } from 'react'

const storageKey = 'admin_sidebar'

/** Stores in this browser whether the sidebar is collapsed. */
export function useSidebarWidth(): { isCollapsed: boolean; toggle: () => void } {
  const [isCollapsed, setCollapsed] = useState(readStored)
  function toggle() {
    setCollapsed(!isCollapsed)
    try {
      localStorage.setItem(storageKey, isCollapsed ? 'wide' : 'collapsed')
    } catch {
      // Without local storage the choice lasts until the page is left.
    }
  }
  return { isCollapsed, toggle }
}

function readStored(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'collapsed'
  } catch {
    return false
  }
}
