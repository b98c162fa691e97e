import { HomeHero } from './HomeHero.tsx'
import { LatestScripts } from './LatestScripts.tsx'

export function HomePage() {
  return (
    <div className="page-width">
      <HomeHero />
      <LatestScripts />
    </div>
  )
}
