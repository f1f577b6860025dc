BEGIN TRANSACTION;
CREATE TABLE acts (
	match_id VARCHAR(32) NOT NULL, 
	serial INTEGER NOT NULL, 
	act VARCHAR(8) NOT NULL, 
	entry INTEGER NOT NULL, 
	seat INTEGER, 
	notation TEXT, 
	comment TEXT NOT NULL, 
	draws TEXT NOT NULL, 
	events TEXT NOT NULL, 
	phase_ends TEXT NOT NULL, 
	sealed BOOLEAN NOT NULL, 
	simultaneous BOOLEAN NOT NULL, 
	drawn INTEGER NOT NULL, 
	done VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_acts PRIMARY KEY (match_id, serial), 
	CONSTRAINT fk_acts_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "acts" VALUES('ff32d5d643c9fb1f',0,'start',0,NULL,NULL,'','[{"purpose":"weather","sides":6,"values":[5],"seats":null}]','[{"kind":"roll","case":"4.1","text":"weather d6: 5","facts":{},"seats":null,"instead":"","draw":{"purpose":"weather","sides":6,"values":[5],"seats":null}},{"kind":"weather","case":"4.1","text":"the weather is {weather}","facts":{"weather":"mud"},"seats":null,"instead":"","draw":null}]','[]',1,0,1,'2026-01-01T11:29:55.665Z');
INSERT INTO "acts" VALUES('ff32d5d643c9fb1f',1,'order',1,0,'stance hold','','[]','[{"kind":"stance","case":"5.1","text":"{seat:seat} takes the stance {stance}","facts":{"seat":0,"stance":"hold"},"seats":[0],"instead":"{seat:seat} has chosen a stance","draw":null}]','[]',0,1,1,'2026-01-01T11:29:55.746Z');
INSERT INTO "acts" VALUES('ff32d5d643c9fb1f',2,'order',2,1,'stance screen','','[]','[{"kind":"stance","case":"5.1","text":"{seat:seat} takes the stance {stance}","facts":{"seat":1,"stance":"screen"},"seats":[1],"instead":"{seat:seat} has chosen a stance","draw":null},{"kind":"stance shown","case":"5.1","text":"{seat:seat} shows its stance: {stance}","facts":{"seat":0,"stance":"hold"},"seats":null,"instead":"","draw":null},{"kind":"stance shown","case":"5.1","text":"{seat:seat} shows its stance: {stance}","facts":{"seat":1,"stance":"screen"},"seats":null,"instead":"","draw":null}]','[["d3ecad6cd3d2a7c1","Turn 1","stances shown"]]',1,1,1,'2026-01-01T11:29:55.822Z');
INSERT INTO "acts" VALUES('ff32d5d643c9fb1f',3,'order',3,0,'move 3rd-Foot 0303','','[]','[{"kind":"move","case":"6.1","text":"{unit:unit} moves from {start:hex} to {to:hex} for {cost}","facts":{"cost":1,"start":22,"to":23,"unit":2},"seats":[0],"instead":"a face-down unit goes from {start:hex} to {to:hex}","draw":null}]','[]',0,0,1,'2026-01-01T11:29:55.850Z');
INSERT INTO "acts" VALUES('ff32d5d643c9fb1f',4,'undo',3,0,'move 3rd-Foot 0303','','[]','[]','[]',0,0,0,'2026-01-01T11:29:55.910Z');
INSERT INTO "acts" VALUES('ff32d5d643c9fb1f',5,'order',3,0,'move 3rd-Foot 0303','','[]','[{"kind":"move","case":"6.1","text":"{unit:unit} moves from {start:hex} to {to:hex} for {cost}","facts":{"cost":1,"start":22,"to":23,"unit":2},"seats":[0],"instead":"a face-down unit goes from {start:hex} to {to:hex}","draw":null}]','[]',0,0,1,'2026-01-01T11:29:55.986Z');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE drawings (
	"key" VARCHAR(64) NOT NULL, 
	body BLOB NOT NULL, 
	CONSTRAINT pk_drawings PRIMARY KEY ("key")
);
CREATE TABLE mails (
	match_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	entries INTEGER NOT NULL, 
	letter TEXT NOT NULL, 
	CONSTRAINT pk_mails PRIMARY KEY (match_id), 
	CONSTRAINT fk_mails_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE
);
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL, 
	title TEXT NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	scenario VARCHAR(64) NOT NULL, 
	options JSON NOT NULL, 
	players JSON NOT NULL, 
	open BOOLEAN NOT NULL, 
	pace FLOAT NOT NULL, 
	seed BLOB NOT NULL, 
	commitment VARCHAR(64) NOT NULL, 
	rules VARCHAR(32) NOT NULL, 
	data VARCHAR(64) NOT NULL, 
	orders INTEGER NOT NULL, 
	waiting JSON NOT NULL, 
	place JSON NOT NULL, 
	outcome JSON, 
	created VARCHAR(32) NOT NULL, 
	changed VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('ff32d5d643c9fb1f','Before','skirmish','ford','{"fog": true, "weather": "rolled"}','[{"kind": "human"}, {"kind": "human"}]',0,0.0,X'0707070707070707070707070707070707070707070707070707070707070707','4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0','1.0','5a712c0234ab2743',3,'[0]','["Turn 1", "Blue turn", "movement"]','null','2026-01-01T11:29:55.644Z','2026-01-01T11:29:55.986Z');
CREATE TABLE positions (
	match_id VARCHAR(32) NOT NULL, 
	entry INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	body BLOB NOT NULL, 
	CONSTRAINT pk_positions PRIMARY KEY (match_id, entry), 
	CONSTRAINT fk_positions_match_id FOREIGN KEY(match_id) REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "positions" VALUES('ff32d5d643c9fb1f',0,'9c211d3c1e3b8faf978ba6b8b33807eb91a332b5b6c41525f6266f6593c3c725',X'789C6D90DD6EC3200C85DFC5D7BE2084A46B5E258A2646DC365A0288C07E54F5DD6BA09B3A692061C0E733C75C618FDABCC3305EC10767684E816000A337AF97B30564017918048271C946181A84407AFEE6BB1BFEA5620A992821EB2A2A7F51F1844E082E45E336066D5AD727EC9374BC50E0825B9A8B036D0DED6CB208F3C2B4E682A36CB0952825AA161B899D42C5C70E658FDD0BB64754076CFAA95AC91538FBFF64CD491B7A4DB5D9CD7DD0FCE3D8C4C7FEE4D2F9521B49764FDEAFCB23F3A6635CB3C7F2513606B7F26B4A1C7B04F1A5441DB206E0C7BC5B6CCC8E048AA99423E2F6C7E97607A36C774C');
CREATE INDEX ix_matches_changed ON matches (changed);
COMMIT;
