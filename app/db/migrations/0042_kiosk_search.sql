CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "activities_external_id_idx" ON "activities" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "shops_search_idx" ON "shops" USING gin ("name" gin_trgm_ops,"domain" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sites_search_idx" ON "sites" USING gin ("name" gin_trgm_ops,"url" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "teams_search_idx" ON "teams" USING gin ("name" gin_trgm_ops);