CREATE INDEX "push_orders_site_id_idx" ON "push_orders" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "push_revenue_site_id_idx" ON "push_revenue" USING btree ("site_id");