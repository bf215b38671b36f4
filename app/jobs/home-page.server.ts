import { readHomePageOfSite } from '#app/domain/sites/home-page/home-page.server.ts'
import { homePageJob } from '#app/domain/sites/jobs.ts'
import { handle } from './job.ts'

/** Looks at the home page of a new site. A page that can't be read is no failure of the job. */
export const readHomePageJob = handle(homePageJob, async (services, { siteId }) => {
  await readHomePageOfSite(services, siteId)
})
