-- Pages that stay open end when their person loses the right to them: the processes that serve them are told, as of keys.
CREATE TRIGGER notify_access AFTER UPDATE OR DELETE ON "Membership"
FOR EACH ROW EXECUTE FUNCTION notify_access('{}');
CREATE TRIGGER notify_access AFTER DELETE ON "UserSession"
FOR EACH ROW EXECUTE FUNCTION notify_access('{}');
