type DemoPartner = {
  name: string
  website: string
  description: string
  isFeatured: boolean
  sinceDaysAgo: number
}

/** Fictional communities and services. */
export const partners: readonly DemoPartner[] = [
  {
    name: 'Northgate Hosting',
    website: 'https://northgate.example.com',
    description: 'Game servers by the hour, with snapshots before every update.',
    isFeatured: true,
    sinceDaysAgo: 640,
  },
  {
    name: 'Ridgeline Roleplay',
    website: 'https://ridgeline.example.com',
    description: 'A slow and story-driven community of two hundred people.',
    isFeatured: true,
    sinceDaysAgo: 520,
  },
  {
    name: 'Saltwater Studio',
    website: 'https://saltwater.example.com',
    description: 'Maps and interiors, made to order and documented.',
    isFeatured: false,
    sinceDaysAgo: 400,
  },
  {
    name: 'Voltaic Monitoring',
    website: 'https://voltaic.example.com',
    description: 'Watches frame times and restarts, and writes to you before players do.',
    isFeatured: false,
    sinceDaysAgo: 260,
  },
  {
    name: 'Fernhill Academy',
    website: 'https://fernhill.example.com',
    description: 'Lessons in Lua for people who have never written a line of it.',
    isFeatured: true,
    sinceDaysAgo: 150,
  },
  {
    name: 'Undertone Audio',
    website: 'https://undertone.example.com',
    description: 'Field recordings and voice tools for game worlds.',
    isFeatured: false,
    sinceDaysAgo: 60,
  },
]
