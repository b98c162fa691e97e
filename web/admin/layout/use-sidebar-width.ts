import { useState } from 'react'

const storageKey = 'admin_sidebar'

/** Whether the sidebar is folded, remembered in this browser. */
export function useSidebarWidth(): { isCollapsed: boolean; toggle: () => void } {
  const [isCollapsed, setCollapsed] = useState(readStored)
  function toggle() {
    setCollapsed(!isCollapsed)
    try {
      localStorage.setItem(storageKey, isCollapsed ? 'wide' : 'collapsed')
    } catch {
      // A browser that forbids storage forgets the choice with the page.
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
