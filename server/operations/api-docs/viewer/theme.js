// Follows the theme of the site: the choice that it stores, else the setting of the system.
const systemIsLight = matchMedia('(prefers-color-scheme: light)')

function showTheme() {
  const isLight = storedTheme() === 'light' || (storedTheme() !== 'dark' && systemIsLight.matches)
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark'
  document.documentElement.classList.toggle('dark-mode', !isLight)
}

function storedTheme() {
  try {
    return localStorage.getItem('theme')
  } catch {
    // A browser can block storage.
    return null
  }
}

showTheme()
systemIsLight.addEventListener('change', showTheme)
